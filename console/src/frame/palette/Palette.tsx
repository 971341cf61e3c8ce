import { securityKeys } from '@claviger/contract/keys/security-keys'
import { users } from '@claviger/contract/people/users'
import { Modal } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconKey, IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { Key } from '#platform/ui/bits/Tag.tsx'
import { useFocusBack } from '#platform/ui/over/useFocusBack.ts'
import { menuIcons } from '../menu/icons.ts'
import { actsOf, menuOf } from '../menu/menu-items.ts'
import { useSession } from '#shell/session.tsx'
import classes from './palette.module.css'

const [store, { open }] = createSpotlight()

const likeCard = /^(?=.*\d)[\da-f]{5,40}$/i

export default function Palette({ close }: { close: () => void }) {
  useFocusBack(true)
  const session = useSession()
  const go = useNavigate()
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(query.trim(), 200)
  const people = useRead(
    users.ids,
    { search: asked },
    { when: session.can('users.read') && asked.length >= 2, quiet: true, keepEarlier: true },
  )
  const cards = useRead(
    securityKeys.list,
    { search: asked, pageSize: 5 },
    { when: session.can('keys.read') && likeCard.test(asked), quiet: true },
  )
  useEffect(() => open(), [])

  const wanted = query.trim().toLowerCase()
  const pages = menuOf(session)
    .flatMap(({ items }) => items)
    .filter(({ menu }) => t(menu.label).toLowerCase().includes(wanted) || t(menu.group).toLowerCase().includes(wanted))
  // Typing an action's first word means the action, so it comes before users of that name
  const acts = wanted === '' ? [] : actsOf(session).filter(({ act }) => t(act.label).toLowerCase().includes(wanted))
  const meant = acts.some(({ act }) => {
    const label = t(act.label).toLowerCase()
    return label.startsWith(wanted) && wanted.length >= label.indexOf(' ')
  })
  // Until new results arrive, keep only those old ones that still match, because Enter opens the first
  const settled = asked.toLowerCase() === wanted && !people.isPlaceholderData && !people.isLoading && !cards.isLoading
  const fits = (person: { name: string; userId: string; email: string | null }) =>
    `${person.name} ${person.userId} ${person.email ?? ''}`.toLowerCase().includes(wanted)
  const found =
    asked.length >= 2 ? (people.data?.items ?? []).filter(person => settled || fits(person)).slice(0, 8) : []
  const keys = likeCard.test(asked) && asked.toLowerCase() === wanted ? (cards.data?.items ?? []) : []
  const hits = [...keys, ...found].map(({ id }) => id).concat([...pages, ...acts].map(({ path }) => path))
  const shown = hits.length === 0 ? '' : `${meant} ${hits.join()}`

  // The first hit stays selected, even if users are added above it, until the user moves the selection
  const [walked, setWalked] = useState(false)
  const [entered, setEntered] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const choose = useEffectEvent((among: string) => {
    if (among === '') return
    const [first, ...others] = list.current?.querySelectorAll<HTMLElement>('[data-action]') ?? []
    if (entered) return first?.click()
    if (walked || !first) return
    for (const other of others) delete other.dataset['selected']
    first.dataset['selected'] = 'true'
    store.updateState(state => ({ ...state, selected: 0 }))
  })
  useEffect(() => choose(shown), [shown])
  const press = (key: string) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') setWalked(true)
    if (key === 'Enter' && !settled && hits.length === 0) setEntered(true)
  }

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
      />
      <Spotlight.ActionsList ref={list}>
        {meant && begin}
        {keys.length > 0 && (
          <Spotlight.ActionsGroup label={t('Security keys')}>
            {keys.map(({ id, name, owner }) => (
              <Spotlight.Action
                key={id}
                label={name}
                description={owner.name}
                leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
                onClick={() => void go({ to: '/dashboard/security-keys/$id', params: { id } } as never)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length > 0 && (
          <Spotlight.ActionsGroup label={t('Users')}>
            {found.map(person => (
              <Spotlight.Action
                key={person.id}
                label={person.name}
                description={person.email ?? person.userId}
                leftSection={<Initials name={person.name} />}
                onClick={() => void go({ to: '/dashboard/users/$id', params: { id: person.id } } as never)}
              />
            ))}
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
        {hits.length === 0 && (
          <Spotlight.Empty>{settled ? t('No results for “{query}”', { query }) : t('Searching…')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <div className={classes.foot}>
        <Key>↑</Key> <Key>↓</Key> {t('Move')} <Key>↵</Key> {t('Open')}
      </div>
    </Spotlight.Root>
  )
}
