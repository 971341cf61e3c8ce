import { savedViews } from '@claviger/contract/people/saved-views'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'

const wordsOf = (search: Record<string, string | undefined>): string => {
  const { page: _page, after: _after, add: _add, ...kept } = search
  return new URLSearchParams(
    Object.entries(kept)
      .flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()
}

const SaveView = lazy(() => import('./SaveView.tsx'))

export function useSavedViews(
  list: 'users' | 'workspaces' | 'activity',
  home: string,
  given: Record<string, string | undefined>,
) {
  const [saving, setSaving] = useState(false)
  const saved = useRead(savedViews.list, { list }, { quiet: true })
  const remove = useWrite(savedViews.remove, { done: () => toast('success', t('View removed')) })
  const here = wordsOf(given)
  const shown = saved.data?.items.find(view => view.query === here)
  const tabs: TabLink[] = (saved.data?.items ?? []).map(view => ({
    label: view.name,
    to: home,
    search: Object.fromEntries(new URLSearchParams(view.query)),
    active: view.id === shown?.id,
  }))
  const icon = <IconBookmark size={16} stroke={1.7} aria-hidden />
  const button =
    here === '' ? null : shown ? (
      <Button
        variant="default"
        leftSection={icon}
        loading={remove.isPending}
        onClick={() => remove.mutate({ id: shown.id })}
      >
        {t('Remove view')}
      </Button>
    ) : (
      <Button variant="default" leftSection={icon} onClick={() => setSaving(true)}>
        {t('Save view…')}
      </Button>
    )
  return {
    tabs,
    shown: shown !== undefined,
    button,
    dialog: saving && (
      <Suspense>
        <SaveView list={list} query={here} close={() => setSaving(false)} />
      </Suspense>
    ),
  }
}
