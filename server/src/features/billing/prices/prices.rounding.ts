/**
 * numerator ÷ denominator as a whole number, half away from zero (docs/billing.md). Computed with big integers, so that no
 * intermediate result loses a digit.
 */
export function divided(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n !== denominator < 0n
  const [above, below] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const rounded = (2n * above + below) / (2n * below)
  return Number(negative ? -rounded : rounded)
}

/** Units on days at a monthly price, for a month of `days` days. */
export const prorated = (quantity: number, price: number, days: number): number =>
  divided(BigInt(quantity) * BigInt(price), BigInt(days))

/** A share in hundredths of a percent of an amount. */
export const shareOf = (amount: number, share: number): number => divided(BigInt(amount) * BigInt(share), 10_000n)
