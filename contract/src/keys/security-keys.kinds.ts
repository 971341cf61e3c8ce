/** Kinds of security keys (specification §9). */
export const keyKinds = { smartphone: 1, accessCard: 2, hardware: 3, smartCard: 4, fingerprint: 5 } as const
export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds]

export const keyKindNames: Readonly<Record<number, string>> = {
  [keyKinds.smartphone]: 'Smartphone',
  [keyKinds.accessCard]: 'Access card',
  [keyKinds.hardware]: 'Hardware key',
  [keyKinds.smartCard]: 'Smart card',
  [keyKinds.fingerprint]: 'Fingerprint',
} satisfies Record<KeyKind, string>
