import { Modal } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { IconAppWindow, IconListDetails, IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { Key } from '#platform/ui/bits/Tag.tsx'
import { useFocusBack } from '#platform/ui/over/useFocusBack.ts'
import { menuIcons } from '../menu/icons.ts'
import { keyIcons, markOf } from '#features/keys/key-labels.ts'
import { useSession } from '#shell/session.tsx'
import { stopKeepingTyped } from './typed-ahead.ts'
import { usePaletteHits } from './usePaletteHits.ts'
import classes from './palette.module.css'

const [store, { open }] = createSpotlight()

function Hit({ label, about, icon: HitIcon, go }: { label: string; about?: string; icon: Icon; go: () => void }) {
  return (
    <Spotlight.Action
      label={label}
      {...(about !== undefined && about !== '' && { description: about })}
      leftSection={<HitIcon size={18} stroke={1.7} aria-hidden />}
      onClick={go}
    />
  )
}

export default function Palette({ close }: { close: () => void }) {
  useFocusBack(true)
  const { can } = useSession()
  const go = useNavigate()
  const [query, setQuery] = useState('')
  const { wanted, settled, pages, acts, people, keys, groups, apps, keysFirst, log } = usePaletteHits(query)
  useEffect(() => open(), [])

  // Typing an action's first word means the action, so it comes before users of that name
  const meant = acts.some(({ act }) => {
    const label = t(act.label).toLowerCase()
    return label.startsWith(wanted) && wanted.length >= label.indexOf(' ')
  })
  const hits = [...keys, ...people, ...groups, ...apps]
    .map(({ id }) => id)
    .concat([...pages, ...acts].map(({ path }) => path))
  const shown = hits.length === 0 ? '' : `${meant} ${hits.join()}`

  // The first hit stays selected, even if users are added above it, until the user moves the selection
  const [walked, setWalked] = useState(false)
  const [entered, setEntered] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const choose = useEffectEvent((among: string, complete: boolean) => {
    if (among === '') return
    const [first, ...others] = list.current?.querySelectorAll<HTMLElement>('[data-action]') ?? []
    // The first hit can change until every list has answered
    if (entered && complete) return first?.click()
    if (walked || !first) return
    for (const other of others) delete other.dataset['selected']
    first.dataset['selected'] = 'true'
    store.updateState(state => ({ ...state, selected: 0 }))
  })
  useEffect(() => choose(shown, settled), [shown, settled])
  const press = (key: string) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setWalked(true)
      setEntered(false)
    }
    if (key === 'Enter' && !settled && hits.length === 0) setEntered(true)
  }

  const to = (path: string, search: Record<string, string> = {}) => void go({ to: path, search } as never)
  const [person] = people
  const begin = acts.length > 0 && (
    <Spotlight.ActionsGroup label={t('Actions')}>
      {acts.map(({ path, act: { label, ask } }) => (
        <Spotlight.Action
          key={label}
          label={t(label)}
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
          onClick={() => void go({ to: path, search: ask === undefined ? {} : { [ask]: '1' } } as never)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )

  const ofKeys = keys.length > 0 && (
    <Spotlight.ActionsGroup label={t('Security keys')}>
      {keys.map(key => (
        <Hit
          key={key.id}
          label={key.name}
          about={`${key.owner.name} · ${markOf(key)}`}
          icon={keyIcons[key.picture]}
          go={() => to(`/dashboard/security-keys/${key.id}`)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={words => {
        setQuery(words)
        setWalked(false)
        setEntered(false)
      }}
      onSpotlightClose={close}
      shortcut={null}
      lockScroll={false}
      centered={false}
      yOffset={112}
      radius={12}
      overlayProps={{ blur: 0 }}
      classNames={{ actionLabel: classes.label, actionDescription: classes.about, actionsGroup: classes.group }}
      size={680}
      maxHeight={480}
      scrollable
    >
      <Modal.Title className="cv-hidden">{t('Search or jump to')}</Modal.Title>
      <Spotlight.Search
        placeholder={t('Search users and pages')}
        leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
        rightSection={<Key>{t('Esc')}</Key>}
        aria-label={t('Search users and pages')}
        onKeyDown={event => press(event.key)}
        onFocus={() => {
          const typed = stopKeepingTyped()
          if (typed.text !== '') setQuery(before => before + typed.text)
          if (typed.entered) setEntered(true)
        }}
      />
      <Spotlight.ActionsList ref={list}>
        {meant && begin}
        {keysFirst && ofKeys}
        {people.length > 0 && (
          <Spotlight.ActionsGroup label={t('Users')}>
            {people.map(one => (
              <Spotlight.Action
                key={one.id}
                label={one.name}
                description={one.email ?? one.userId}
                leftSection={<Initials name={one.name} />}
                onClick={() => void go({ to: '/dashboard/users/$id', params: { id: one.id } } as never)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {!keysFirst && ofKeys}
        {groups.length > 0 && (
          <Spotlight.ActionsGroup label={t('Groups')}>
            {groups.map(group => (
              <Hit
                key={group.id}
                label={group.name}
                about={t('{count, plural, one {# user} other {# users}}', { count: group.userCount })}
                icon={IconUsersGroup}
                go={() => to(`/dashboard/groups/${group.id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {apps.length > 0 && (
          <Spotlight.ActionsGroup label={t('Applications')}>
            {apps.map(app => (
              <Hit
                key={app.id}
                label={app.name}
                about={app.description}
                icon={IconAppWindow}
                go={() => to(`/dashboard/sso/apps/${app.id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {person && settled && can('keys.write') && (
          <Spotlight.ActionsGroup label={t('Actions for {name}', { name: person.name })}>
            <Hit
              label={t('Assign key')}
              icon={IconPlus}
              go={() => to(`/dashboard/users/${person.id}`, { assign: '1' })}
            />
          </Spotlight.ActionsGroup>
        )}
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t('Go to')}>
            {pages.map(({ path, menu }) => {
              const Icon = menuIcons[menu.icon]
              return (
                <Spotlight.Action
                  key={path}
                  label={t(menu.label)}
                  {...(menu.group === '' ? {} : { description: t(menu.group) })}
                  leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                  onClick={() => void go({ to: path })}
                />
              )
            })}
          </Spotlight.ActionsGroup>
        )}
        {!meant && begin}
        {log && (
          <Spotlight.ActionsGroup label={t('Activity log')}>
            <Hit
              label={t('Log filtered to “{query}”', { query: query.trim() })}
              icon={IconListDetails}
              go={() => to('/dashboard/activity-logs', { search: query.trim() })}
            />
          </Spotlight.ActionsGroup>
        )}
        {hits.length === 0 && (
          <Spotlight.Empty>{settled ? t('No results for “{query}”', { query }) : t('Searching…')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <div className={`cv-line cv-muted ${classes.foot}`}>
        <Key>↑</Key> <Key>↓</Key> {t('Move')} <Key>↵</Key> {t('Open')}
      </div>
    </Spotlight.Root>
  )
}
