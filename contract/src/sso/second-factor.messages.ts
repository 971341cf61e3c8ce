import { logged } from '../platform/text-declarations.ts'

export const secondFactorLog = logged({
  'second-factor.linked': {
    label: 'Second factor linked',
    did: 'linked an account at Microsoft to the user <0/>, whose keys now confirm it',
  },
})
