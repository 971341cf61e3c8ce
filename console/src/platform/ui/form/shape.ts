import type { Schema } from '@claviger/contract/platform/endpoint'
import * as z from 'zod/mini'
import { t } from '#platform/text/text.ts'

type Inner = Schema & {
  _zod: { def: { type: string; shape?: Record<string, Inner>; in?: Inner; innerType?: Inner }; optin?: string }
}

export function shapeOf(schema: Schema): Record<string, Schema> {
  const { def } = (schema as Inner)._zod
  if (def.shape) return def.shape
  const inside = def.in ?? def.innerType
  return inside ? shapeOf(inside) : {}
}

export const isOptional = (schema: Schema | undefined): boolean =>
  (schema as Inner | undefined)?._zod.optin === 'optional'

const accepts = (schema: Schema, value: unknown) => z.safeParse(schema as z.core.$ZodType, value).success

const isEmpty = (value: unknown) =>
  value === '' || value === null || (typeof value === 'object' && 'mobileNumber' in value && value.mobileNumber === '')

/** Values for the server: an empty optional field becomes '' or null if the contract allows it, else is omitted. */
export function asInput(schema: Schema, values: Record<string, unknown>): Record<string, unknown> {
  const shape = shapeOf(schema)
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = shape[name]
    if (field === undefined) continue
    if (!isOptional(field) || !isEmpty(value)) sent[name] = value
    else if (accepts(field, '')) sent[name] = ''
    else if (accepts(field, null)) sent[name] = null
  }
  return sent
}

/** The first error of each field, by path; fields in `needed` are required despite the contract. */
export function faultsIn(
  schema: Schema,
  values: Record<string, unknown>,
  needed: readonly string[] = [],
): Record<string, string> {
  const sent = asInput(schema, values)
  for (const name of needed) sent[name] = values[name]
  const result = z.safeParse(schema as z.core.$ZodType, sent)
  const faults: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) faults[issue.path.join('.')] ??= t(issue.message)
  return faults
}
