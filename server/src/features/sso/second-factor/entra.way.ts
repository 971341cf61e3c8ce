import { type Asked, answerPage, contextFor, methodFor } from './answer.ts'
import { checkPerson } from './person.ts'
import type { Way } from './request.ts'
import { type RequestRow, takeRequest } from './second-factor.store.ts'

export const entraWay = (asked: Asked, { id }: RequestRow): Way => ({
  hint: asked.address ?? undefined,
  check: (ctx, _application, here) => checkPerson(ctx, here, asked),
  answer(here) {
    const [amr, acr] = [methodFor(asked, here), contextFor(asked, here)]
    if (amr === undefined || acr === undefined) return undefined
    return {
      take: ctx => takeRequest(ctx.db, id),
      step: async (issuer, language) => ({
        status: 200,
        page: await answerPage(issuer, asked, { amr, acr }, language),
      }),
    }
  },
})
