/* A tool in the place of a profiler: writes the library's NVTX ranges to the standard output, one a line,
   with two spaces for each range around it. NVTX loads it if NVTX_INJECTION64_PATH names it. */
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <string.h>

static int depth = 0;
static nvtxDomainHandle_t ours = NULL;

static nvtxDomainHandle_t NVTX_API create(const char* name) {
  static int domains[16], count = 0;
  const nvtxDomainHandle_t made = (nvtxDomainHandle_t)&domains[count++ % 16];
  if (strcmp(name, "gpu_bigint") == 0) ours = made;
  return made;
}

static int NVTX_API push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  if (domain == ours) printf("%*s%s\n", 2 * depth++, "", event->message.ascii);
  return depth;
}

static int NVTX_API pop(nvtxDomainHandle_t domain) {
  if (domain == ours) --depth;
  return depth;
}

NVTX_DYNAMIC_EXPORT int NVTX_API InitializeInjectionNvtx2(NvtxGetExportTableFunc_t tables) {
  const NvtxExportTableCallbacks* callbacks = (const NvtxExportTableCallbacks*)tables(NVTX_ETID_CALLBACKS);
  NvtxFunctionTable table = NULL;
  unsigned int size = 0;
  if (callbacks == NULL || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size)) return 0;
  *table[NVTX_CBID_CORE2_DomainCreateA] = (NvtxFunctionPointer)create;
  *table[NVTX_CBID_CORE2_DomainRangePushEx] = (NvtxFunctionPointer)push;
  *table[NVTX_CBID_CORE2_DomainRangePop] = (NvtxFunctionPointer)pop;
  return 1;
}
