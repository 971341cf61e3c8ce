import { msg } from '#platform/text/text.ts'
import { roles, superRole } from '../administrators/rights.ts'

/** Filter by role; includes super administrators only if they are possible. */
export const roleFilter = (withSuper: boolean) => ({
  name: 'role',
  label: msg('Role'),
  options: (withSuper ? [superRole, ...roles] : roles).map(({ value, label }) => ({ value: String(value), label })),
})
