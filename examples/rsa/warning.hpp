/// \file
/// The warning that every user of the example should see.
#pragma once

namespace example {

inline constexpr const char* warning =
    "WARNING: for experiments only. Nothing here is constant-time: how long an operation takes, and which\n"
    "memory it touches, depend on the keys and messages. Generated keys come from a generator that is not\n"
    "cryptographic, and private keys are written unencrypted.";

}  // namespace example
