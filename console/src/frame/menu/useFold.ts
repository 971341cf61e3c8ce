import { useState } from 'react'

const mark = 'menu-folded'

export function useFold(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(mark) === '1')
  return [
    folded,
    next => {
      localStorage.setItem(mark, next ? '1' : '0')
      setFolded(next)
    },
  ]
}
