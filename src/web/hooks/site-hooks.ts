import { useSyncExternalStore } from 'react';
import { useSite } from './site-provider.tsx';

export function useNavigate() {
  return useSite().navigate;
}

export function useNotices() {
  const { notices } = useSite();
  return {
    notices: useSyncExternalStore(notices.subscribe, notices.get, notices.get),
    show: notices.show,
    dismiss: notices.dismiss,
  };
}
