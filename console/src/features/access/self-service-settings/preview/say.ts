import { inLanguage } from '@claviger/contract/ground/wording'
import type { Texts, Values } from '@claviger/contract/ground/wording'
import { useQuery } from '@tanstack/react-query'
import { pageTexts } from '../../../../ground/text/pageTexts.ts'
import { useDraft } from '../editor/draft.ts'

const none: Texts = {}

/** Says a text as the page says it. */
export type SayOnPage = (id: string, values?: Values) => string

/** Says texts of the page in the language that is being edited; English until its file is there. */
export function useSay(): SayOnPage {
  const { language } = useDraft()
  const texts = useQuery({
    queryKey: ['texts of the page', language],
    queryFn: async () => (await pageTexts[language]?.())?.default ?? none,
    staleTime: Infinity,
  })
  return (id, values) => inLanguage(texts.data ?? none, language, id, values)
}
