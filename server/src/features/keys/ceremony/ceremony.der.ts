export { inside, values } from './attestation/der.ts'
