// jsdom lists WebKit's animations among its styles, and has no AnimationEvent: React would wait for WebKit's events.
if (typeof window !== 'undefined' && !('AnimationEvent' in window))
  Object.defineProperty(window, 'AnimationEvent', { value: class AnimationEvent extends Event {} });
