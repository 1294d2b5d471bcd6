/// \file
/// A stream shared by the library's context and a rival, so that one clock measures both.
#pragma once

namespace gbi::bench {

/// Creates a cudaStream_t that lives until the end of the process.
void* new_cuda_stream();

}  // namespace gbi::bench
