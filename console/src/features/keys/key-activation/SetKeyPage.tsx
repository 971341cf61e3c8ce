import { SetCard } from './SetCard.tsx'
import { SetHardware } from './SetHardware.tsx'
import { useOpened } from './useOpened.ts'

/** One screen for both addresses of activation links (R3); the link says which key it sets up. */
export default function SetKeyPage() {
  const link = useOpened()
  const hardware = link.opened ? link.opened.purpose === 'hardware' : window.location.pathname === '/hardware/set'
  return hardware ? <SetHardware {...link} /> : <SetCard {...link} />
}
