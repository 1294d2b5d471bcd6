/// \file
/// This library as a module of Cryptofuzz (github.com/guidovranken/cryptofuzz), which compares it with other
/// libraries. There it is a folder of `modules`, compiled as C++20 and linked with libgpu_bigint, and
/// `entry.cpp` loads the class.
#pragma once

#include <cryptofuzz/module.h>

#include <optional>

namespace cryptofuzz::module {

class GpuBigint : public Module {
 public:
  GpuBigint() : Module("gpu_bigint") {}
  /// Nothing for other operations than those of the table in module.cpp, for negative operands, which
  /// Cryptofuzz does not make by default, and where the operation is not defined.
  std::optional<component::Bignum> OpBignumCalc(operation::BignumCalc& op) override;
};

}  // namespace cryptofuzz::module
