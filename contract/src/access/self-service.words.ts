import { messages } from '../ground/messages.ts'
import { logged, refusals } from '../ground/words.ts'

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

export const selfServiceRefusals = refusals({
  'visit-over': { status: 401, says: 'Your visit ended after 15 minutes. Start again' },
  'nobody-found': { status: 404, says: 'We could not find you. Check what you entered, or ask your administrator' },
  'not-verified': { status: 403, says: 'We could not confirm that this is you. Ask your administrator' },
  // Not 401, which begins a visit anew
  'visit-code-refused': { status: 422, says: messages['invalid.code'] },
  'visit-code-spent': { status: 409, says: 'This code has expired or was tried too often. Ask for a new one' },
  'visit-code-too-soon': { status: 409, says: 'A code was sent a moment ago. Wait before asking for another' },
  'visit-limit': {
    status: 403,
    says: 'Too many attempts for this person. Try again in an hour, or ask your administrator',
  },
  'card-yours': { status: 409, says: 'This card is yours already, and ready to use' },
  'card-pinless': { status: 409, says: 'This card is used without a PIN' },
})
