/// \file
/// A stream that our context and a rival share, so that one clock measures both.
#pragma once

namespace gbi::bench {

/// A cudaStream_t that lives until the end of the process.
void* new_cuda_stream();

}  // namespace gbi::bench
