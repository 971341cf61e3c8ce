import { msg } from '../../../ground/text/text.ts'
import { roles, superRole } from '../administrators/rights.ts'

/** The filter by role, with super administrators where there may be some. */
export const roleFilter = (withSuper: boolean) => ({
  name: 'role',
  label: msg('Role'),
  options: (withSuper ? [superRole, ...roles] : roles).map(({ value, label }) => ({ value: String(value), label })),
})
