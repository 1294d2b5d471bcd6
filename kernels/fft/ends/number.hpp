/// \file
/// Ends of the column passes of a product: the digits of numbers, and the coefficients of the product.
#pragma once

#include <type_traits>

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/ends/end.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/fft/staged_rows.hpp"

namespace gbi::kernels {

/// One of the numbers that a pass reads.
struct digit_operand {
  const digit_source& digits;
  bool folded;
  std::uint32_t problem;
};
GBI_DEVICE digit_operand operand_of(const digit_operands& all, std::uint32_t transform) {
  const int which = (transform >= all.begin[1] ? 1 : 0) + (transform >= all.begin[2] ? 1 : 0);
  return {all.of[which], all.folded[which], transform - all.begin[which]};
}

/// Digits, staged in shared memory (staged_rows.hpp).
template <recoding How, class End, class Fft>
struct staged_digits : plain_end<End, Fft> {
  using rows = staged_rows<Fft::points, Fft::transforms, How, Fft::of>;
  union staging {
    typename rows::words words;
    typename rows::template folded_words<typename Fft::shared_memory> folded;
  };
  using memory = rows;

  template <class Block>
  GBI_DEVICE static void prepare(Block& block, auto& shared, const auto& here) {
    const auto from = column_end<End, Fft>::source(here);
    if (column_end<End, Fft>::operand(here).folded)
      shared.end_memory.fill_folded(block, shared.staged.folded, from,
                                    [](int row, int which) { return Fft::address(which, row); });
    else
      shared.end_memory.fill(block, shared.staged.words, from);
  }
  GBI_DEVICE static auto load(auto& shared, const auto& here) {
    return either{!column_end<End, Fft>::operand(here).folded,
                  [&](int which) {
                    return [&, which](int row) {
                      return static_cast<double>(shared.end_memory.digit[row][which]);
                    };
                  },
                  [&](int which) {
                    return [&, which](int row) {
                      return rows::folded(shared.staged.folded.digits[Fft::address(which, row)]);
                    };
                  }};
  }
};

template <recoding How, class Fft>
struct column_end<digits_in<How>, Fft> : staged_digits<How, digits_in<How>, Fft> {
  using place = columns_of_matrix<digits_in<How>, Fft>;
  static constexpr bool repairs = How == recoding::balanced;

  GBI_DEVICE static digit_operand operand(const place& here) {
    return operand_of(here.a.end.operands, here.problem);
  }
  GBI_DEVICE static auto source(const place& here) {
    const digit_operand x = operand(here);
    return column_end::rows::source_of(x.digits, x.problem, here.a.width, here.first_column);
  }
};

/// Writes coefficients of a product: rounded points. rounding.md: scaling
/// \tparam Round of a thread
template <class End, class Fft, class Round>
struct rounded_coefficients : plain_end<End, Fft> {
  using thread_state = Round;

  GBI_DEVICE static double scale(const auto& here) { return here.a.end.scale; }
  GBI_DEVICE static auto store(auto&, const auto& here) {
    return [&here](int which, Round& round) {
      return [&here, round = &round,
              first = here.a.end.coefficients + here.problem * 2 * here.a.points + here.column(which)](
                 int row, complex<double> z) {
        std::int64_t* const to = first + static_cast<std::uint32_t>(row) * here.a.width;
        to[0] = round->round(z.re);
        to[here.a.points] = round->round(-z.im);
      };
    };
  }
};

template <class Fft>
using monitor_of = monitor_in<std::conditional_t<Fft::of == machine::vectors, std::uint64_t, std::uint32_t>>;

/// Measures rounding in each block.
template <class End, class Fft>
struct measured_coefficients : rounded_coefficients<End, Fft, monitor_of<Fft>> {
  using memory = block_monitor<Fft::threads, monitor_of<Fft>>;

  template <class Block>
  GBI_DEVICE static void finish(Block& block, auto& shared, const auto& here, const auto& measured) {
    shared.end_memory.report(block, measured, column_end<End, Fft>::verdict_of(here));
  }
};

struct unmeasured_rounding {
  GBI_DEVICE static std::int64_t round(double x) { return nearest_integer(x); }
};
template <class Fft>
struct column_end<coefficients_out, Fft> : rounded_coefficients<coefficients_out, Fft, unmeasured_rounding> {
  using place = columns_of_matrix<coefficients_out, Fft>;
  static constexpr bool repairs = true;
};
template <class Fft>
struct column_end<measured_out, Fft> : measured_coefficients<measured_out, Fft> {
  using place = columns_of_matrix<measured_out, Fft>;

  GBI_DEVICE static verdict& verdict_of(const place& here) {
    return here.a.end.verdicts[here.problem * here.a.end.verdict_stride];
  }
};

}  // namespace gbi::kernels
