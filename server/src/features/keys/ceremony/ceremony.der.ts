export { insideOf, values } from './attestation/der.ts'
