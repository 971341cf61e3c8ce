import * as z from 'zod/mini'
import { fillText } from '../../platform/wording.ts'

export const mappedFields = [
  'userId',
  'firstName',
  'lastName',
  'email',
  'employeeId',
  'phone',
  'language',
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
  'roles',
] as const
export type MappedField = (typeof mappedFields)[number]
export type MappedText = Exclude<MappedField, 'roles'>

const Step = z.discriminatedUnion('do', [
  z.object({ do: z.literal('lower') }),
  /** Keeps the part before the first occurrence of this text, such as "@". */
  z.object({ do: z.literal('before'), text: z.string().check(z.minLength(1), z.maxLength(20)) }),
  /** Takes the part after a text with which the value begins, such as "SMTP:"; other values become empty. */
  z.object({ do: z.literal('after'), text: z.string().check(z.minLength(1), z.maxLength(20)) }),
  z.object({
    do: z.literal('replace'),
    pattern: z.string().check(z.minLength(1), z.maxLength(200)),
    by: z.string().check(z.maxLength(200)),
  }),
])
export type MappingStep = z.output<typeof Step>

export const MappingExpression = z.object({
  take: z.enum(['first', 'join', 'fixed']),
  of: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(8)),
  with: z._default(z.string().check(z.maxLength(10)), ' '),
  steps: z._default(z.array(Step).check(z.maxLength(5)), []),
})
export type MappingExpression = z.output<typeof MappingExpression>

/** Attribute mapping; each field occurs at most once. */
export const Mapping = z.array(z.object({ field: z.enum(mappedFields), from: MappingExpression })).check(
  z.maxLength(mappedFields.length, fillText('Map at most {max} fields', { max: mappedFields.length })),
  z.refine(rows => new Set(rows.map(row => row.field)).size === rows.length, 'Each field can be mapped only once'),
  z.refine(rows => rows.some(row => row.field === 'userId'), 'The User ID must be mapped'),
)
export type Mapping = z.output<typeof Mapping>

export const firstOf = (field: MappedField, ...of: string[]): Mapping[number] => ({
  field,
  from: { take: 'first', of, with: ' ', steps: [] },
})
