import * as z from 'zod/mini'

/** Fields of a user that a rule may look at. */
export const ruleFields = [
  'userId',
  'employeeId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'scimAttribute1',
  'scimAttribute2',
  'scimAttribute3',
  'scimAttribute4',
  'scimAttribute5',
] as const
export type RuleField = (typeof ruleFields)[number]

/** How a field is compared; case and accents do not count. */
export const ruleOperators = ['is', 'is-not', 'starts-with', 'contains', 'is-empty'] as const
export type RuleOperator = (typeof ruleOperators)[number]

export const RuleCondition = z
  .object({
    field: z.enum(ruleFields),
    operator: z.enum(ruleOperators),
    value: z._default(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters')), ''),
  })
  .check(
    z.refine(is => is.operator === 'is-empty' || is.value !== '', {
      path: ['value'],
      message: 'Say what to compare with',
    }),
  )
export type RuleCondition = z.output<typeof RuleCondition>

/** Who belongs to a group by rule: users for whom all, or any, of the conditions hold. */
export const GroupRule = z.object({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(RuleCondition)
    .check(z.minLength(1, 'Add a condition'), z.maxLength(20, 'Use at most 20 conditions')),
})
export type GroupRule = z.output<typeof GroupRule>
