# SPDX-License-Identifier: MIT
# Builds the samples, from the tree's root, for bench/run --samples: one program for each of CCS,
# its kernels and its loops by hand compiled alike.
#   make -f bench/samples/samples.mk OUT=build/bench/samples CCS="gcc clang" FAST="-O3 ..." FLAGS="..."
SAMPLES := $(basename $(notdir $(filter-out bench/samples/samples.c,$(wildcard bench/samples/*.c))))
LIBRARY := $(wildcard amp.h amp_*.h amp/*/*.h)
SHARED := $(wildcard bench/*.h bench/real/*.h bench/samples/*.h)
all: $(CCS:%=$(OUT)/samples-%)
.SECONDARY:
.SECONDEXPANSION:
# make's own directories: $(@D)/ is made before an object.
$(OUT)/%/:
	@mkdir -p $@
# $(call program,COMPILER). With -std=c99 gcc rounds a product before it is added, where clang does not.
define program
$(OUT)/$(1)/%.o: bench/samples/%.c $(SHARED) $(LIBRARY) | $$$$(@D)/
	$(1) $(FAST) -ffp-contract=fast $(FLAGS) -DAMP_VECTORS -DAMP_EXTERN -c $$< -o $$@
$(OUT)/$(1)/library.o: bench/real/library.c $(LIBRARY) | $$$$(@D)/
	$(1) -O2 $(FLAGS) -DAMP_VECTORS -DAMP_EXTERN -c $$< -o $$@
$(OUT)/$(1)/data.o: bench/real/data.c $(SHARED) | $$$$(@D)/
	$(1) $(FAST) $(FLAGS) -c $$< -o $$@
$(OUT)/$(1)/serve.o: bench/serve.c $(SHARED) | $$$$(@D)/
	$(1) $(FAST) $(FLAGS) -c $$< -o $$@
$(OUT)/samples-$(1): $(patsubst %,$(OUT)/$(1)/%.o,$(SAMPLES) samples library data serve)
	$(1) -O2 $(FLAGS) $$^ -lm -o $$@
endef
$(foreach cc,$(CCS),$(eval $(call program,$(cc))))
