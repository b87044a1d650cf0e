import { useSyncExternalStore } from 'react';
import { useSite } from './site-provider.tsx';

/** Goes to an address of the app. */
export function useNavigate() {
  return useSite().navigate;
}

/** The app's own alerts (R8). */
export function useNotices() {
  const { notices } = useSite();
  return {
    notices: useSyncExternalStore(notices.subscribe, notices.get, notices.get),
    show: notices.show,
    dismiss: notices.dismiss,
  };
}
