/// \file
/// What the module uses of Cryptofuzz's headers, so that it is compiled and called without Cryptofuzz.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace cryptofuzz {

namespace component {

class CalcOp {
 public:
  explicit CalcOp(std::uint64_t id) : id_(id) {}
  std::uint64_t Get() const { return id_; }

 private:
  std::uint64_t id_;
};

class Bignum {
 public:
  explicit Bignum(std::string digits) : digits_(std::move(digits)) {}
  std::string ToTrimmedString() const { return digits_; }

 private:
  std::string digits_;
};

}  // namespace component

namespace operation {

struct BignumCalc {
  component::CalcOp calcOp;
  component::Bignum bn0, bn1, bn2, bn3;
};

}  // namespace operation

class Module {
 public:
  explicit Module(std::string given) : name(std::move(given)) {}
  virtual ~Module() = default;
  virtual std::optional<component::Bignum> OpBignumCalc(operation::BignumCalc& op) = 0;

  const std::string name;
};

}  // namespace cryptofuzz
