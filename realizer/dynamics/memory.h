// What a filter keeps of one character from tick to tick: a value of a type that only the filter
// knows. It is copied, compared and assigned like any other value, so that snapshots hold it.
#pragma once

#include <concepts>
#include <memory>
#include <typeinfo>
#include <utility>

#include "realizer/core/assert.h"

namespace kine::dynamics {

class Memory {
 public:
  /// Holds nothing.
  Memory() = default;

  template <std::equality_comparable Value>
  explicit Memory(Value value) : holder_(std::make_unique<Of<Value>>(std::move(value))) {}

  Memory(const Memory& other) : holder_(other.empty() ? nullptr : other.holder_->copy()) {}
  Memory(Memory&&) noexcept = default;
  Memory& operator=(Memory other) noexcept {
    holder_ = std::move(other.holder_);
    return *this;
  }
  ~Memory() = default;

  bool empty() const { return holder_ == nullptr; }

  /// Pre: it holds a value of this type.
  template <class Value>
  Value& as() {
    return const_cast<Value&>(std::as_const(*this).template as<Value>());
  }
  template <class Value>
  const Value& as() const {
    KINE_ASSERT(!empty());
    const Holder& held = *holder_;
    KINE_ASSERT(typeid(held) == typeid(Of<Value>));
    return static_cast<const Of<Value>&>(held).value;
  }

  friend bool operator==(const Memory& a, const Memory& b) {
    if (a.empty() || b.empty()) return a.empty() == b.empty();
    return a.holder_->equals(*b.holder_);
  }

 private:
  struct Holder {
    virtual ~Holder() = default;
    virtual std::unique_ptr<Holder> copy() const = 0;
    virtual bool equals(const Holder& other) const = 0;
  };

  template <class Value>
  struct Of : Holder {
    explicit Of(Value held) : value(std::move(held)) {}
    std::unique_ptr<Holder> copy() const override { return std::make_unique<Of>(value); }
    bool equals(const Holder& other) const override {
      return typeid(other) == typeid(Of) && static_cast<const Of&>(other).value == value;
    }
    Value value;
  };

  std::unique_ptr<Holder> holder_;
};

}  // namespace kine::dynamics
