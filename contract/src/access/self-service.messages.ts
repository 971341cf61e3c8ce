import { messages } from '../platform/messages.ts'
import { logged, refusals } from '../platform/text-declarations.ts'

export const selfServiceLog = logged({
  'self-service.enrolled': {
    label: 'Card enrolled on a card page',
    did: 'enrolled the card <0/> on a card page',
    failed: 'failed to enroll a card on a card page as <0/>',
  },
  'self-service.recovered': {
    label: 'PIN reset on a card page',
    did: 'reset the PIN of the card <0/> on a card page',
    failed: 'failed to enroll a card on a card page as <0/>',
  },
})

export const selfServiceRefusals = refusals({
  'visit-over': { status: 401, says: 'Your visit expired after 15 minutes. Start again' },
  'nobody-found': { status: 404, says: "We couldn't find you. Check your entries, or ask your administrator" },
  'not-verified': { status: 403, says: "We couldn't confirm your identity. Ask your administrator" },
  // Not 401, which would restart the visit
  'visit-code-refused': { status: 422, says: messages['invalid.code'] },
  'visit-code-spent': { status: 409, says: 'This code has expired or was entered wrong too often. Request a new one' },
  'visit-code-too-soon': { status: 409, says: 'A code was just sent. Wait before you request another one' },
  'visit-limit': {
    status: 403,
    says: 'Too many attempts for this user. Try again in an hour, or ask your administrator',
  },
  'card-yours': { status: 409, says: 'This card is already yours and ready to use' },
  'card-pinless': { status: 409, says: 'This card is used without a PIN' },
})
