import { lazy } from 'react'
import { msg } from '#platform/text/text.ts'
import type { PreviewStep } from '../preview/preview-steps.ts'

/** Tabs of the editor; `shows` is the step that the preview switches to. */
export const tabs = [
  { name: 'steps', label: msg('Steps'), load: lazy(() => import('../steps/StepsTab.tsx')), shows: 'identify' },
  { name: 'texts', label: msg('Texts'), load: lazy(() => import('../tabs/TextsTab.tsx')), shows: 'home' },
  { name: 'reader', label: msg('Reader'), load: lazy(() => import('../tabs/ReaderTab.tsx')), shows: 'tap' },
  { name: 'limits', label: msg('Limits'), load: lazy(() => import('../tabs/LimitsTab.tsx')), shows: 'verify' },
  { name: 'results', label: msg('Results'), load: lazy(() => import('../tabs/ResultsTab.tsx')), shows: 'home' },
] as const satisfies readonly { name: string; label: string; load: unknown; shows: PreviewStep }[]

const elsewhere: Record<string, string> = { messages: 'texts', inputReadingFormat: 'reader', limits: 'limits' }

export const tabOf = (path: string): string => elsewhere[path.split('.')[0] ?? ''] ?? 'steps'
