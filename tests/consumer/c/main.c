#include <gpu_bigint/c.h>
#include <stdio.h>

int main(void) {
  gbi_int *a = NULL, *b = NULL;
  char* text = NULL;
  if (gbi_init_set_str(&a, "123456789012345678901234567890", 10) != GBI_OK ||
      gbi_init_set_str(&b, "0xdeadbeef", 0) != GBI_OK || gbi_mul(a, a, b) != GBI_OK ||
      gbi_get_str(&text, 10, a) != GBI_OK) {
    fprintf(stderr, "%s\n", gbi_last_error());
    return 1;
  }
  puts(text);
  gbi_free(text);
  gbi_clear(a);
  gbi_clear(b);
  return 0;
}
