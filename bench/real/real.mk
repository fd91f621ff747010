# SPDX-License-Identifier: MIT
# Builds the contenders of the real programs, from the tree's root, for bench/run --real:
#   make -f bench/real/real.mk OUT=build/bench/real CCS="gcc clang" FIRST=gcc FAST="-O3 ..."
#       FLAGS="..." OPENCL=yes|no
# Each program's amp.c and openmp.c is compiled by each of CCS, what no ratio hangs on by FIRST.
# The library is compiled once for each form (AMP_EXTERN), as a program of many files does.
# LEVEL: amp's part, as a user compiles it.
LEVEL ?= -O2
PROGRAMS := $(notdir $(patsubst %/,%,$(dir $(wildcard bench/real/*/problem.h))))
LIBRARY := $(wildcard amp.h amp_*.h amp/*/*.h)
SHARED := $(wildcard bench/*.h bench/real/*.h)
all: $(CCS:%=$(OUT)/openmp-%) $(CCS:%=$(OUT)/fibers-%) $(CCS:%=$(OUT)/vectors-%)
ifeq ($(OPENCL),yes)
all: $(OUT)/opencl
endif
.SECONDARY:
.SECONDEXPANSION:
# make's own directories: $(@D)/ is made before an object.
$(OUT)/%/:
	@mkdir -p $@

serve := $(addprefix $(OUT)/serve/,serve.o real.o data.o $(PROGRAMS:%=problem-%.o))
$(OUT)/serve/serve.o: bench/serve.c $(SHARED) | $$(@D)/
	$(FIRST) $(FAST) $(FLAGS) -c $< -o $@
$(OUT)/serve/real.o: bench/real/real.c $(SHARED) | $$(@D)/
	$(FIRST) $(FAST) $(FLAGS) -c $< -o $@
$(OUT)/serve/data.o: bench/real/data.c $(SHARED) | $$(@D)/
	$(FIRST) $(FAST) $(FLAGS) -c $< -o $@
$(OUT)/serve/problem-%.o: bench/real/%/problem.c bench/real/%/problem.h $(SHARED) | $$(@D)/
	$(FIRST) $(FAST) $(FLAGS) -c $< -o $@

# $(call form,NAME,COMPILER,OPTIONS): amp's kernels and the library by one compiler.
define form
$(OUT)/$(1)-o/%.o: bench/real/%/amp.c bench/real/%/problem.h $(SHARED) $(LIBRARY) | $$$$(@D)/
	$(2) $(LEVEL) $(FLAGS) $(3) -DAMP_EXTERN -c $$< -o $$@
$(OUT)/$(1)-o/library.o: bench/real/library.c $(LIBRARY) | $$$$(@D)/
	$(2) $(LEVEL) $(FLAGS) $(3) -DAMP_EXTERN -c $$< -o $$@
endef
define compiler
$(call form,fibers-$(1),$(1),)
$(call form,vectors-$(1),$(1),-DAMP_VECTORS)
$(OUT)/fibers-$(1) $(OUT)/vectors-$(1): $(OUT)/%: $$$$(addprefix $(OUT)/$$$$*-o/,library.o \
        $(PROGRAMS:%=%.o)) bench/real/contender.c $(serve)
	$(1) -O2 $(FLAGS) -DREAL_FORM=amp $$^ -lm -o $$@
# With -std=c99 gcc rounds a product before it is added, where clang does not.
$(OUT)/openmp-$(1)-o/%.o: bench/real/%/openmp.c bench/real/%/problem.h $(SHARED) | $$$$(@D)/
	$(1) $(FAST) -ffp-contract=fast $(FLAGS) -c $$< -o $$@
$(OUT)/openmp-$(1): $(PROGRAMS:%=$(OUT)/openmp-$(1)-o/%.o) bench/real/contender.c $(serve)
	$(1) $(FAST) $(FLAGS) -DREAL_FORM=openmp $$^ -lm -o $$@
endef
$(foreach cc,$(CCS),$(eval $(call compiler,$(cc))))

# What the host's compiler is does not matter here: the device has its own.
$(eval $(call form,amp-opencl,$(FIRST),-DAMP_OPENCL))
$(OUT)/opencl-o/%.o: bench/real/%/opencl.c bench/real/%/problem.h $(SHARED) | $$(@D)/
	$(FIRST) -O2 $(FLAGS) -c $< -o $@
$(OUT)/opencl-o/real_opencl.o: bench/real/real_opencl.c $(SHARED) | $$(@D)/
	$(FIRST) -O2 $(FLAGS) -c $< -o $@
$(OUT)/opencl-o/opencl_host.o: bench/opencl_host.c $(SHARED) | $$(@D)/
	$(FIRST) -O2 $(FLAGS) -c $< -o $@
$(OUT)/opencl: $(addprefix $(OUT)/opencl-o/,real_opencl.o opencl_host.o $(PROGRAMS:%=%.o)) \
        $(addprefix $(OUT)/amp-opencl-o/,library.o $(PROGRAMS:%=%.o)) bench/real/contender.c \
        $(serve)
	$(FIRST) -O2 $(FLAGS) -DAMP_OPENCL -DAMP_EXTERN -DREAL_FORM=amp -DREAL_BESIDE $^ -lOpenCL \
	    -lm -o $@
