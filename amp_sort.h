#ifndef AMP_SORT_H
#define AMP_SORT_H
#endif
