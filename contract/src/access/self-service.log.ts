import { logged } from '../ground/log.ts'

export const selfServiceLog = logged({
  'self-service.enrolled': {
    label: 'Card enrolled at a card page',
    did: 'enrolled the card <0/> at a card page',
    failed: 'did not get on at a card page, where somebody used the name of <0/>',
  },
  'self-service.recovered': {
    label: 'PIN set at a card page',
    did: 'set the PIN of the card <0/> anew at a card page',
    failed: 'did not get on at a card page, where somebody used the name of <0/>',
  },
})
