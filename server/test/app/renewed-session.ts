import { beforeEach } from 'vitest'
import type { Caller } from './caller.ts'
import type { Person } from '../api/fixtures.ts'
import type { TestApp } from './test-app.ts'

/** A session that is recreated before each test, so that no earlier test can expire or end it. */
export function signInAgain({ as, given }: Pick<TestApp, 'as' | 'given'>, person: Person): Caller {
  let caller = as(person.accessToken)
  beforeEach(async () => {
    caller = as((await given.session(person)).accessToken)
  })
  return {
    tell: (endpoint, input) => caller.tell(endpoint, input),
    ask: (endpoint, input) => caller.ask(endpoint, input),
  }
}
