import { useEffect, useEffectEvent } from 'react'

type EventMap = WindowEventMap & DocumentEventMap

/** Listens on the window while the component is shown; captures, as not all events bubble. */
export function useListener<Type extends keyof EventMap>(
  type: Type,
  listener: (event: EventMap[Type]) => void,
  isListening = true,
): void {
  const onEvent = useEffectEvent(listener) as EventListener
  useEffect(() => {
    if (!isListening) return undefined
    addEventListener(type, onEvent, true)
    return () => removeEventListener(type, onEvent, true)
  }, [type, isListening])
}
