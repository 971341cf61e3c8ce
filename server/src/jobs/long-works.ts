import { cardImports } from '../features/keys/card-import/kind.ts'
import { cardLetters } from '../features/keys/card-import/letters.ts'
import { keyActs } from '../features/keys/security-keys/acts/kind.ts'
import { keyAssign } from '../features/keys/security-keys/assign/many/kind.ts'
import { keyPolicies } from '../features/keys/security-keys/policy/kind.ts'
import { userActs } from '../features/people/bulk-runs/kind.ts'
import { userImports } from '../features/people/user-import/kind.ts'
import { type Kind, registerKinds } from '../features/work/works/kind.ts'

/** Every kind of long work, one line each. */
export const longWorks: readonly Kind[] = [
  userActs,
  userImports,
  keyActs,
  keyAssign,
  keyPolicies,
  cardImports,
  cardLetters,
]

registerKinds(longWorks)
