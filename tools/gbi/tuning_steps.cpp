#include "tools/gbi/tuning_steps.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "tools/gbi/tuning_operations.hpp"

namespace program {

namespace {

using side = crossover::side;

std::size_t same(std::size_t n) {
  return n;
}
std::size_t twice(std::size_t n) {
  return 2 * n;
}

/// Collects the steps for one device.
class step_list {
 public:
  step_list(const tuning_search& known, bool gpu)
      : known_(known),
        gpu_(gpu),
        multiplies_bytes_(known.value("convolution.byte_shorter_limbs") != "never"),
        batch_limbs_(std::size_t{1} << (gpu ? 22 : 13)) {
    for (const char* name :
         {"residence", "operands", "product", "quotient", "power", "root", "text", "prime", "prime_search"})
      on_device_[std::string("words.") + name] = "0";
  }

  /// Products by digits, by transforms and by bytes, with one way forbidden while two others are compared.
  void products() {
    tuning_values no_bytes = on_device_;
    if (multiplies_bytes_) no_bytes["convolution.byte_shorter_limbs"] = "never";
    const auto schoolbook = tuned_product(gbi::algorithm::schoolbook);
    choose("convolution.tiles", {"no", "yes"}, sizes(100, 400), schoolbook,
           {{"convolution.block_limb_products", "0"}});
    const auto in_block = [](std::size_t n) { return n * n + 32 * n; };
    cross("convolution.block_limb_products", side::up_to, 8, 400, in_block, schoolbook);
    cross("product.schoolbook_total_limbs", side::up_to, 8, 1 << 14, twice, tuned_product(), no_bytes,
          {{"product.schoolbook_shorter_limbs", "0"}});
    cross("product.schoolbook_shorter_limbs", side::up_to, 1, 1 << 10, same, tuned_product_with(1 << 16),
          no_bytes, {{"product.schoolbook_total_limbs", "0"}});
    cross("product.verified_total_limbs", side::from, 64, 1 << 18, twice, tuned_product(gbi::algorithm::fft));
    if (!multiplies_bytes_) return;
    const std::string far = "1000000000";
    const auto squared = [](std::size_t n) { return n * n; };
    const auto and_256 = [](std::size_t n) { return n + 256; };
    cross("convolution.byte_shorter_limbs", side::from, 32, 1 << 10, same, tuned_product());
    cross("convolution.byte_limb_products", side::up_to, 1 << 10, 1 << 13, squared, tuned_product(),
          on_device_, {{"convolution.byte_total_limbs", far}});
    cross("convolution.byte_total_limbs", side::up_to, 1 << 11, 1 << 18, and_256, tuned_product_with(256),
          on_device_, {{"convolution.byte_limb_products", far}});
  }

  void divisions() {
    const tuning_values by_iteration{{"division.block_quotient_limbs", "0"}};
    choose("division.reciprocal_limbs", {"18", "34", "66", "130", "258", "514"}, sizes(500, 4000),
           tuned_quotient(), by_iteration);
    const auto quotient = [](std::size_t n) { return n + 1; };
    cross("division.block_quotient_limbs", side::up_to, 4, 128, quotient, tuned_quotient());
    // The last step of the reciprocal goes from n / 2 to n limbs.
    const auto last_step = [](std::size_t n) { return n * n / 4; };
    cross("division.column_sum_limb_products", side::up_to, 32, 1 << 15, last_step, tuned_quotient(),
          on_device_, by_iteration);
    choose("division.inverse_root_limbs", {"64", "264", "520", "1040"}, sizes(1000, 4000), tuned_root());
  }

  void batches() {
    const auto product = tuned_batch_product(batch_limbs_);
    cross("batch.interleaved_transform_limbs", side::from, 8, 512, same, product,
          multiplies_bytes_ ? tuning_values{{"batch.byte_batch", "never"}} : tuning_values{});
    choose("batch.product", {"doubles", "words"}, {16, 64}, tuned_batch_modular_product(batch_limbs_ / 4));
    // Few enough not to be computed in residues.
    choose("batch.power", {"doubles", "words"}, {16, 32},
           tuned_batch_power(std::size_t{1} << (gpu_ ? 15 : 9)));
  }

  void number_theory() {
    cross("number_theory.power_limbs", side::up_to, 4, 512, same, tuned_power(), on_device_,
          multiplies_bytes_ ? tuning_values{{"number_theory.byte_power_limbs", "never"}} : tuning_values{});
    if (multiplies_bytes_) cross("number_theory.byte_power_limbs", side::from, 32, 256, same, tuned_power());
    const std::size_t tests = known_.size("number_theory.prime_tests");
    std::vector<std::string> candidates;
    for (const std::size_t quarters : {1, 2, 4, 8, 16})
      candidates.push_back(std::to_string(std::max<std::size_t>(tests * quarters / 4, 1)));
    choose("number_theory.prime_tests", candidates, {8, 16, 24, 32}, tuned_prime_search());
    choose("number_theory.leaf_words", {"8", "16", "32", "64", "128", "256"}, sizes(50'000, 100'000),
           tuned_factorial());
    cross("number_theory.sieved_numbers", side::from, 1 << 10, 1 << 22, same, tuned_factorial());
  }

  /// What the calling thread computes, compared with the device as it is tuned by now.
  void words() {
    const std::size_t longest = std::min(known_.size("words.operands"), std::size_t{1} << 14);
    const tuning_values as_usual;
    cross("words.product", side::up_to, 16, longest / 2, same, tuned_product(), as_usual);
    cross("words.quotient", side::up_to, 16, longest / 2, same, tuned_quotient(), as_usual);
    cross("words.root", side::up_to, 16, longest / 2, twice, tuned_root(), as_usual);
    cross("words.text", side::up_to, 16, longest, same, tuned_text(), as_usual);
    cross("words.power", side::up_to, 4, 160, same, tuned_power(), as_usual);
    cross("words.prime", side::up_to, 4, 160, same, tuned_prime_test(), as_usual);
    cross("words.prime_search", side::up_to, 2, 24, same, tuned_prime_search(), as_usual);
  }

  std::vector<tuning_step> take() { return std::move(steps_); }

 private:
  /// Sizes for which the search of a GPU needs numbers that are longer.
  std::vector<std::size_t> sizes(std::size_t first, std::size_t second) const {
    return gpu_ ? std::vector{4 * first, 4 * second} : std::vector{first, second};
  }
  void cross(const char* name, side chosen, std::size_t first, std::size_t last,
             std::function<std::size_t(std::size_t)> value_at, sized_operation work) {
    cross(name, chosen, first, last, std::move(value_at), std::move(work), on_device_);
  }
  void cross(const char* name, side chosen, std::size_t first, std::size_t last,
             std::function<std::size_t(std::size_t)> value_at, sized_operation work, tuning_values others,
             const tuning_values& more = {}) {
    others.insert(more.begin(), more.end());
    steps_.emplace_back(
        crossover{{name, std::move(work), std::move(others)}, chosen, first, last, std::move(value_at)});
  }
  void choose(const char* name, std::vector<std::string> candidates, std::vector<std::size_t> at,
              sized_operation work, const tuning_values& more = {}) {
    tuning_values others = on_device_;
    others.insert(more.begin(), more.end());
    steps_.emplace_back(
        alternative{{name, std::move(work), std::move(others)}, std::move(candidates), std::move(at)});
  }

  const tuning_search& known_;
  bool gpu_, multiplies_bytes_;
  std::size_t batch_limbs_;
  tuning_values on_device_;
  std::vector<tuning_step> steps_;
};

}  // namespace

std::vector<tuning_step> tuning_steps(const tuning_search& known, bool gpu) {
  step_list list(known, gpu);
  list.products();
  list.divisions();
  list.batches();
  list.number_theory();
  list.words();
  return list.take();
}

}  // namespace program
