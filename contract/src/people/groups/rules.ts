import * as z from 'zod/mini'

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
      message: 'Enter a value to compare with',
    }),
  )
export type RuleCondition = z.output<typeof RuleCondition>

/** Rule of a dynamic group: all or any of the conditions must match. */
export const GroupRule = z.object({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(RuleCondition)
    .check(z.minLength(1, 'Add a condition'), z.maxLength(20, 'Use at most 20 conditions')),
})
export type GroupRule = z.output<typeof GroupRule>

export const ruleFieldNames: Record<RuleField, string> = {
  userId: 'User ID',
  employeeId: 'Employee ID',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phoneNumber: 'Phone number',
  scimAttribute1: 'Attribute 1',
  scimAttribute2: 'Attribute 2',
  scimAttribute3: 'Attribute 3',
  scimAttribute4: 'Attribute 4',
  scimAttribute5: 'Attribute 5',
}

export const ruleOperatorNames: Record<RuleOperator, string> = {
  is: 'is',
  'is-not': 'is not',
  'starts-with': 'starts with',
  contains: 'contains',
  'is-empty': 'is empty',
}

/** Describes a rule: "User ID starts with n. and Attribute 1 is Ward 3". */
export const ruleInWords = (rule: GroupRule): string =>
  rule.conditions
    .map(is =>
      `${ruleFieldNames[is.field]} ${ruleOperatorNames[is.operator]} ${is.operator === 'is-empty' ? '' : is.value}`.trim(),
    )
    .join(rule.match === 'all' ? ' and ' : ' or ')
