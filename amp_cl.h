#include "amp_cl_source.h"
