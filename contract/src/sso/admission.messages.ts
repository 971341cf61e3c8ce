import { logged } from '../platform/text-declarations.ts'

export const admissionLog = logged({
  'application.opened': {
    use: true,
    label: 'Application opened',
    did: 'opened <0/>',
    failed: 'was refused at <0/>',
  },
})
