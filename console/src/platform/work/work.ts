import type { ProofOfWorkTask } from '@claviger/contract/access/self-service'

const batch = 256

export function startsWithZeros(digest: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8)
  for (let place = 0; place < whole; place++) if (digest[place] !== 0) return false
  const rest = bits % 8
  return rest === 0 || (digest[whole] ?? 0) >> (8 - rest) === 0
}

/** Proof of work: finds a number for which SHA-256(salt + number) starts with the required zero bits. */
export async function solve({ salt, bits }: ProofOfWorkTask): Promise<string> {
  const encoder = new TextEncoder()
  for (let first = 0; ; first += batch) {
    const digests = await Promise.all(
      Array.from({ length: batch }, (_, place) =>
        crypto.subtle.digest('SHA-256', encoder.encode(salt + (first + place))),
      ),
    )
    const found = digests.findIndex(digest => startsWithZeros(new Uint8Array(digest), bits))
    if (found !== -1) return String(first + found)
  }
}
