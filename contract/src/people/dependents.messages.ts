import { refusals } from '../platform/text-declarations.ts'

export const dependentsRefusals = refusals({
  'still-blocks': {
    status: 409,
    says: 'Access policies that block still name it. Remove it from them first.',
  },
})
