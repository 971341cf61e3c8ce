import { type SecondFactorRequest, answerPage, secondFactorContextFor, methodFor } from './second-factor-answer.ts'
import { checkPerson } from './user-check.ts'
import type { SecondFactorFlow } from './second-factor-request.ts'
import { type SecondFactorRequestRow, consumeSecondFactorRequest } from './second-factor.store.ts'

export const entraFlow = (asked: SecondFactorRequest, { id }: SecondFactorRequestRow): SecondFactorFlow => ({
  hint: asked.address ?? undefined,
  check: (ctx, _application, here) => checkPerson(ctx, here, asked),
  answer(here) {
    const [amr, acr] = [methodFor(asked, here), secondFactorContextFor(asked, here)]
    if (amr === undefined || acr === undefined) return undefined
    return {
      take: ctx => consumeSecondFactorRequest(ctx.db, id),
      step: async (issuer, language) => ({
        status: 200,
        page: await answerPage(issuer, asked, { amr, acr }, language),
      }),
    }
  },
})
