export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type Value = string | number | boolean | null

/** A parsed filter (RFC 7644 §3.4.2.2); paths are still unresolved text. */
export type ScimFilter =
  | { readonly op: 'and'; readonly of: readonly ScimFilter[] }
  | { readonly op: 'or'; readonly of: readonly ScimFilter[] }
  | { readonly op: 'not'; readonly of: ScimFilter }
  | { readonly op: 'pr'; readonly path: string }
  | { readonly op: Comparison; readonly path: string; readonly value: Value }
  | { readonly op: 'has'; readonly path: string; readonly of: ScimFilter }
