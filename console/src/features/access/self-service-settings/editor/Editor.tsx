import type { SelfServicePage } from '@claviger/contract/access/self-service-settings/self-service-page'
import type { PageLanguage } from '@claviger/contract/platform/languages'
import { Box } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { usePending } from '#platform/ui/loading/usePending.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { Preview } from '../preview/Preview.tsx'
import { useSource } from '../source.ts'
import { DraftContext, useDraftOf } from './page-draft.ts'
import { EditorHead } from './EditorHead.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useSaving } from './page-saving.ts'
import { tabOf, tabs } from './editor-tabs.ts'
import { Warnings } from './Warnings.tsx'
import classes from '../editor.module.css'

const LeaveGuard = lazy(() => import('#platform/ui/over/LeaveGuard.tsx'))
const typing = 400

export function Editor({ page }: { page: SelfServicePage }) {
  const { calls, fixed, home, write } = useSource()
  const go = useNavigate()
  const { tab }: Record<string, string | undefined> = useSearch({ strict: false })
  const open = tabs.find(one => one.name === tab) ?? tabs[0]
  const draft = useDraftOf(page)
  const [language, speak] = useState<PageLanguage>('en')
  const parts = useRef<HTMLDivElement>(null)
  // While the user types, the settings can be invalid, so the preview keeps the last valid ones
  const [lastSound, setLastSound] = useState(page.settings)
  if (draft.valid && draft.settings !== lastSound) setLastSound(draft.settings)
  const [asked] = useDebouncedValue(lastSound, typing)
  const input = { ...fixed, page: page.id, settings: asked, language }
  const means = useRead(calls.preview, input, { quiet: true, keepEarlier: true, fresh: 60_000 })
  const pending = usePending(means.isPending)

  const { reset, dirty } = draft
  const { version, settings } = draft.from
  useEffect(() => {
    if (!dirty) reset(page)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new response of the server resets the draft
  }, [page])

  const saving = useSaving(draft, path => {
    void go({ to: '.', search: { tab: tabOf(path) }, replace: true })
    setTimeout(() => parts.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 150)
  })
  const Part = open.load
  return (
    <DraftContext value={{ ...draft, page: { ...page, version, settings }, language, speak, write, means: means.data }}>
      <div className={classes.editor}>
        <div className={classes.main} ref={parts}>
          <EditorHead />
          <Tabs
            label={t('Page settings')}
            of={tabs.map(one => ({
              label: t(one.label),
              to: `${home}/${page.id}`,
              search: { tab: one.name },
              active: one.name === open.name,
            }))}
          />
          {dirty && page.version > version && <Meanwhile by={page.changedBy} load={() => reset(page)} />}
          <Warnings of={means.data?.warnings ?? page.warnings} />
          <Box component="fieldset" mt={-16} disabled={!write && open.name !== 'results'}>
            <legend className="cv-hidden">{t(open.label)}</legend>
            <Suspense fallback={<Bones lines={8} />}>
              <div className="cv-ruled">{pending ? <Bones lines={8} /> : <Part />}</div>
            </Suspense>
          </Box>
        </div>
        <Preview step={open.shows} />
        {write && <SaveBar busy={saving.busy} save={saving.send} discard={draft.discard} />}
      </div>
      <Suspense>{draft.dirty && <LeaveGuard within />}</Suspense>
    </DraftContext>
  )
}
