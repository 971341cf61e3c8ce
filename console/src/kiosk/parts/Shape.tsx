import type { ResultKind } from '../kiosk-view.ts'

/** Each result has its own shape, for people who cannot distinguish the colors. */
const shapes: Record<ResultKind, { outline: string; sign: string }> = {
  // Circle with a check mark
  success: { outline: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z', sign: 'M28 52l15 15l30-32' },
  // Two squares, one behind the other
  duplicate: { outline: 'M34 66h-26v-58h58v26M34 34h58v58h-58z', sign: 'M51 56h24M51 71h24' },
  // Octagon with a bar
  'no-access': { outline: 'M32 5h36l27 27v36l-27 27h-36l-27-27v-36z', sign: 'M28 50h44' },
  // Triangle with an exclamation mark
  invalid: { outline: 'M50 6l46 84h-92z', sign: 'M50 36v24M50 74v1' },
  // Circle with a bar across
  closed: { outline: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z', sign: 'M22 22l56 56' },
  // Tray with an arrow into it
  stored: { outline: 'M8 58v34h84v-34h-20l-8 14h-28l-8-14z', sign: 'M50 6v42M34 34l16 16l16-16' },
}

export function Shape({ of, className }: { of: ResultKind; className?: string | undefined }) {
  const { outline, sign } = shapes[of]
  return (
    <svg viewBox="0 0 100 100" className={className} aria-hidden>
      <path d={outline} fill="none" stroke="currentColor" strokeWidth="7" strokeLinejoin="round" />
      <path d={sign} fill="none" stroke="currentColor" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
