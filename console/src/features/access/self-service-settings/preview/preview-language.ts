import { inLanguage } from '@claviger/contract/platform/wording'
import type { Texts, Values } from '@claviger/contract/platform/wording'
import { useQuery } from '@tanstack/react-query'
import { pageTexts } from '#platform/text/pageTexts.ts'
import { useDraft } from '../editor/page-draft.ts'

const none: Texts = {}

export type SayOnPage = (id: string, values?: Values) => string

/** Translates the page's texts into the edited language; English until the language file has loaded. */
export function useSay(): SayOnPage {
  const { language } = useDraft()
  const texts = useQuery({
    queryKey: ['texts of the page', language],
    queryFn: async () => (await pageTexts[language]?.())?.default ?? none,
    staleTime: Infinity,
  })
  return (id, values) => inLanguage(texts.data ?? none, language, id, values)
}
