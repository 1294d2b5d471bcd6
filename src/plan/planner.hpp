/// \file
/// Chooses how products are computed: which algorithm, transform and repair for which size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/plan/planned_product.hpp"
#include "src/plan/route.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

struct batch_product_plan;
struct residual_plan;
struct shared_plan;

/// Makes plans by the tuning of a context and the verification of its products. A planner keeps nothing, so
/// it may be made for each plan. The tuning must outlive it.
class planner {
 public:
  planner(const tuning& tuned, verification mode) : tuned_(&tuned), mode_(mode) {}

  const tuning& tuned() const { return *tuned_; }
  verification mode() const { return mode_; }

  // Products: planned_product.cpp

  /// Plans a product. Limbs of operands beyond the result are ignored.
  /// \throws std::length_error if the product is too long for the requested algorithm
  planned_product product(product_shape shape, const product_request& asked = {}) const;
  /// Plans the product of a and an operand b whose transform is kept. std::nullopt if products of such
  /// operands do not use transforms outside a block. \throws std::length_error if no transform is long enough
  std::optional<planned_product> kept_product(const product_shape& shape) const;
  /// Whether there is a plan for operands of these sizes. Computations with many products ask this before the
  /// first one.
  bool is_feasible(const product_shape& shape) const;

  /// Plans a product by this transform, by pieces of a and a kept transform of b, or by these coprime moduli,
  /// even if the planner would choose others.
  planned_product by_transform(const product_shape& shape, const fft_plan& transform) const;
  planned_product in_pieces(const product_shape& shape, const piece_plan& cut) const;
  /// Plans a product by this transform or, if a wrong product is attempted again, by a shorter one that is
  /// practically certain only for average operands, and by this one in the second attempt.
  planned_product by_attempts(const product_shape& shape, const fft_plan& sure) const;
  planned_product by_fermat_moduli(const product_shape& shape, const fermat_plan& chain) const;

  /// Whether the transforms of such a product may use digits that are not proven.
  bool verifies(const product_shape& shape) const;
  /// Whether a wrong product of this shape is computed again by the integer convolution.
  bool repairs_by_columns(const product_shape& shape) const;
  /// The transforms that products choose from.
  std::span<const fft_shape> shapes() const;
  /// The transform of a product whose operands are not cut.
  /// \throws std::length_error if none is long enough
  fft_plan transform(const product_shape& shape) const;
  /// The transform with a tall column, if there is one and it is faster than this transform.
  std::optional<fft_plan> in_two_passes(const product_shape& shape, const fft_plan& otherwise) const;
  /// The faster one of these two. Products that wrap around have no tall columns.
  fft_plan fastest_transform(const product_shape& shape) const;
  /// How far digits of a product are trusted.
  trust trust_in(const product_shape& shape) const;
  /// The check and the repair of a product. The launches of a repair cost time even if the product is right.
  /// A transform takes five to seven launches, which is most of that cost; the convolution by columns takes
  /// fewer. The longest products have no proven digits, so they have no such launches.
  check_plan check(const product_shape& shape) const;
  /// The check of a result that is computed again by another attempt.
  check_plan check_by_attempt() const;
  /// Whether the transforms of `problems` problems have so few rows that many threads should share each row.
  bool has_few_rows(const fft_plan& plan, std::size_t problems) const;

  // The algorithm: route.cpp

  /// The requested algorithm. If that is automatic, the algorithm that the tuning prefers. If that is also
  /// automatic, the fastest algorithm. The result is never automatic.
  algorithm choose_algorithm(const product_shape& shape, algorithm asked = algorithm::automatic,
                             batch_layout layout = batch_layout::side_by_side) const;
  /// Whether transforms are faster than convolutions of digits. For products that wrap around or share
  /// transforms, which have not been compared with convolutions of bytes.
  bool prefers_transforms(const product_shape& shape) const;
  /// The requested convolution, or the planner's choice; never automatic. \throws std::length_error if
  /// in_block is requested and the product does not fit in a block, or by_limb and neither operand has one
  /// limb.
  convolution choose_convolution(const product_shape& shape,
                                 convolution asked = convolution::automatic) const;
  /// The columns of a sum with a product, where `out` is the number of result limbs.
  kernels::column_form choose_columns(const product_shape& shape) const;
  /// The byte columns that a block adds up.
  /// \throws std::length_error if the shorter operand is too long for sums of 32 bits
  kernels::column_form choose_byte_columns(const product_shape& shape) const;

  // Operands that are cut: pieces.cpp

  /// Cuts a, whose pieces are all multiplied by the kept transform of b, in the cheapest way.
  /// \throws std::length_error if there is none
  piece_plan kept_pieces(const product_shape& shape) const;
  /// Cuts the longer operand if that is clearly cheaper, as for long unbalanced products, or if the whole
  /// transform is too long for memory. Otherwise std::nullopt.
  std::optional<piece_plan> pieces(const product_shape& shape) const;
  /// The cost of the products of all pieces, in points (cost.hpp), with the transform that they share.
  double cost_of(const piece_plan& plan) const;
  /// The same if that transform is made before, in launches of its own.
  double cost_with_transform(const piece_plan& plan) const;
  /// The same if its columns are one more transform of the first passes.
  double cost_with_columns(const piece_plan& plan) const;

  // Coprime moduli: fermat_plan.cpp

  /// The cheapest chain for a verified product that takes at most this many bytes, if there is one.
  std::optional<fermat_plan> cheapest_fermat_moduli(const product_shape& shape,
                                                    std::size_t most_bytes = ~std::size_t{0}) const;
  /// The device's memory less what tables and the pool take; no limit if it is not known.
  std::size_t usable_memory() const;
  /// Whether a product takes more than an eighth of that, so that it may lack memory.
  bool takes_much(const planned_product& plan) const { return plan.workspace_bytes > usable_memory() / 8; }
  /// The plan, or a chain in its place if it takes much and more than `left` bytes, and a chain takes less.
  planned_product within(planned_product plan, const product_shape& shape, std::size_t left) const;
  /// The chain for a verified product that would otherwise take these transforms, if they do not fit in the
  /// device's memory and the chain takes less. Otherwise std::nullopt.
  std::optional<fermat_plan> fermat_moduli_for_memory(const product_shape& shape,
                                                      const piece_plan& otherwise) const;
  /// As above, and also if the chain is clearly cheaper and the product is as long as the tuning requires.
  std::optional<fermat_plan> moduli(const product_shape& shape, const piece_plan& otherwise) const;
  /// The cost of the product in points.
  double cost_of(const fermat_plan& plan, const product_shape& shape) const;

  // Products in host memory: host_product.cpp

  /// The limbs of the longest pieces of both operands whose products the device can compute and add up in
  /// `room` bytes, so that a product in host memory takes as few of them as possible; 0 if there are none.
  std::size_t host_piece(const product_shape& shape, std::size_t room) const;

  // Residuals and products that wrap around: residual_plan.cpp

  /// Plans a product of a and b limbs of which all but the lowest `out` limbs are known. std::nullopt if the
  /// whole product is faster: a transform of only the residual's length pays off for long numbers, and for
  /// products that are clearly longer than the residual.
  std::optional<residual_plan> residual(const product_shape& shape) const;
  /// Plans the residual by the given transform, even if the planner would choose another one.
  residual_plan residual_by(const product_shape& shape, const fft_plan& transform) const;
  /// The transform for `shape.batch` products of numbers of a limbs by one of b limbs, modulo 2^(64 k) + 1
  /// with k at least `least_limbs`. std::nullopt if whole products are faster, because they take no
  /// transforms or fit in a block. The digits are trusted ones if the caller checks the results of the
  /// products, however short they are, because that check costs nothing extra; otherwise they are proven.
  std::optional<fft_plan> shared_factor(const product_shape& shape, std::size_t least_limbs,
                                        bool is_checked) const;
  /// Whether the factors of repeated products with residuals of `limbs_left` limbs should keep their
  /// transforms.
  bool keeps_transforms(std::size_t limbs_left) const;

  // Products of several ranks: shared_product.cpp

  /// The fastest way to share a product among at most this many ranks. std::nullopt if one rank is faster.
  /// \param machine the ranks of each machine; 0: all
  /// \param least_gain how many times as long one rank must take
  std::optional<shared_plan> shared(const product_shape& shape, int ranks, int machine = 0,
                                    double least_gain = 1) const;
  /// The shortest transform that this many ranks can share for such a product, with the widest trusted
  /// digits, if there is one. \param wraps whether this many ranks on each of two machines compute residues
  std::optional<shared_plan> find_shared(const product_shape& shape, int ranks, bool wraps = false) const;
  /// The time of the passes, the exchanges and the launches, in points.
  double cost_of(const shared_plan& plan, const product_shape& shape, int machine) const;
  /// The time of the same product on one rank, which gathers the operands and sends back the product.
  /// \param ranks the number of ranks that hold parts of the operands
  /// \returns infinity if the product does not fit in memory or is too long
  double cost_on_one_rank(const product_shape& shape, int ranks, int machine) const;

  // Batches of equal-width integers: batch_plan.cpp

  /// Plans the products of a batch of interleaved numbers modulo 2^(64 out). Limbs of operands beyond `out`
  /// are ignored. \throws std::length_error if a transform is requested that does not fit in a block, or
  /// bytes for operands of more than longest_byte_limbs
  batch_product_plan batch_product(product_shape shape, algorithm asked) const;

 private:
  std::uint32_t affordable(std::size_t bytes_each, std::size_t wanted) const;
  planned_product by_convolution(const product_shape& shape, convolution form) const;
  planned_product by_integers(const product_shape& shape) const;
  planned_product by_transforms(product_shape shape, const product_request& asked) const;
  std::optional<fermat_plan> only_fermat_moduli(const product_shape& shape) const;

  const tuning* tuned_;
  verification mode_;
};

}  // namespace gbi::plan
